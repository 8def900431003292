"""A page with one form: shown, sent, and shown again with what was refused beside the fields."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.views import View

from challenges.web.pages import render_page
from config.errors import Problem


class FormPage(ABC, View):
    """Subclasses say which form and template, and what a good form does."""

    form_class: ClassVar[type[forms.Form]]
    template: ClassVar[str]

    @abstractmethod
    def done(self, request: HttpRequest, fields: Mapping[str, Any]) -> HttpResponse:
        """Calls a service and answers with a redirect. May raise a Problem."""

    def more(self, request: HttpRequest) -> dict[str, Any]:
        """What the template needs beside the form."""
        return {}

    def initial(self, request: HttpRequest) -> dict[str, Any]:
        return {}

    def make_form(self, request: HttpRequest, data: Mapping[str, Any] | None = None) -> forms.Form:
        return self.form_class(data, initial=self.initial(request))

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.show(request, self.make_form(request))

    def post(self, request: HttpRequest) -> HttpResponse:
        form = self.make_form(request, request.POST)
        if not form.is_valid():
            return self.show(request, form, status=400)
        try:
            return self.done(request, form.cleaned_data)
        except Problem as problem:
            add_problem(form, problem)
            response = self.show(request, form, status=problem.status)
            if problem.retry_after:
                response["Retry-After"] = str(problem.retry_after)
            return response

    def show(self, request: HttpRequest, form: forms.Form, *, status: int = 200) -> HttpResponse:
        context = {"form": form, **self.more(request)}
        return render_page(request, self.template, context, status=status)


def add_problem(form: forms.Form, problem: Problem) -> None:
    """Beside the fields it is about, else above all of them."""
    errors = {name: texts for name, texts in (problem.errors or {}).items() if name in form.fields}
    for name, texts in errors.items():
        form.add_error(name, list(texts))
    if not errors:
        form.add_error(None, problem.detail or str(problem.title))
