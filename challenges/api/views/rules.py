"""The sheets and their rows, in words."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from challenges.api import representations, schema
from challenges.api.serializers import SheetListOutput, SheetOutput
from challenges.api.views.base import PublicView
from challenges.engine.sheets import SHEETS
from config.errors import NotFound


class RulesView(PublicView):
    @extend_schema(
        operation_id="list_rules", responses=schema.answers({200: SheetListOutput}, 401, 429)
    )
    def get(self, request: Request) -> Response:
        """All sheets, in the language of Accept-Language."""
        sheets = [representations.sheet_summary_json(sheet) for sheet in SHEETS.values()]
        return Response({"sheets": sheets})


class SheetView(PublicView):
    @extend_schema(
        operation_id="get_rules",
        responses=schema.answers({200: SheetOutput}, 401, 404, 429),
        parameters=[
            OpenApiParameter("sheet", str, OpenApiParameter.PATH, enum=list(SHEETS)),
        ],
    )
    def get(self, request: Request, sheet: str) -> Response:
        """One sheet with its rows, an example for each, and the house rules it offers."""
        if sheet not in SHEETS:
            raise NotFound
        return Response(representations.sheet_json(sheet))
