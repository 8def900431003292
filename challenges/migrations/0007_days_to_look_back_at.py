from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('challenges', '0006_hints_opponents_reviews_and_look_backs'),
    ]

    operations = [
        migrations.AddField(
            model_name='lookback',
            name='claimed_until',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='lookback',
            name='reviewed_after',
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name='lookback',
            name='reviewed_at',
            field=models.DateTimeField(null=True),
        ),
        # Nobody has looked back at a day before there was this column.
        migrations.AddField(
            model_name='lookback',
            name='start',
            field=models.FloatField(default=0.0),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name='lookback',
            index=models.Index(condition=models.Q(('reviewed_at__isnull', True)), fields=['day'], name='look_back_to_review'),
        ),
        migrations.AddIndex(
            model_name='review',
            index=models.Index(fields=['game', 'skill'], name='review_skill'),
        ),
    ]
