from django.db import migrations
from django.utils import timezone


def make_a_rebuild_due(apps, schema_editor):
    """Where games were finished before there were boards, the job puts them there."""
    Game = apps.get_model("challenges", "Game")
    if Game.objects.filter(mode="daily", status="finished").exists():
        Rebuild = apps.get_model("leaderboards", "Rebuild")
        Rebuild.objects.create(kind="board", subject="all", asked_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [
        ("challenges", "0005_excused_days_unlisted_players_and_dice"),
        ("leaderboards", "0001_standings_counts_and_rebuilds"),
    ]

    operations = [migrations.RunPython(make_a_rebuild_due, migrations.RunPython.noop)]
