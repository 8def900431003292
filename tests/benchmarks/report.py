"""Tables as plain text."""


class Report:
    def title(self, text: str) -> None:
        print(f"\n{text}\n{'-' * len(text)}", flush=True)

    def row(self, name: str, value: str, note: str = "") -> None:
        print(f"{name:<58} {value:>14}  {note}".rstrip(), flush=True)

    def text(self, text: str) -> None:
        print(text, flush=True)


def verdict(ratio: float, most: float) -> str:
    return f"target at most {most}: {'met' if ratio <= most else 'NOT met'}"


def verdict_at_least(ratio: float, least: float) -> str:
    return f"target at least {least}: {'met' if ratio >= least else 'NOT met'}"
