from django.db import migrations, models
from django.db.models import F, Func


def count_moves(apps, schema_editor):
    """Until now all moves were there."""
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    length = Func(
        F("moves"),
        function="jsonb_array_length" if is_postgresql else "json_array_length",
        output_field=models.IntegerField(),
    )
    Review = apps.get_model("challenges", "Review")
    Review.objects.using(schema_editor.connection.alias).update(plies=length)


class Migration(migrations.Migration):

    dependencies = [
        ("challenges", "0008_irregularities"),
    ]

    operations = [
        migrations.AddField(
            model_name="review",
            name="plies",
            field=models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="review",
            name="moves",
            field=models.JSONField(null=True),
        ),
        migrations.RunPython(count_moves, migrations.RunPython.noop),
    ]
