"""``experiments.words`` counts what a page has to read."""

from pathlib import Path

from experiments import words

PAGE = """# A page

Three words here; [a link](to/nothing.md) - and 1.8x.

<!-- table: speed -->
| name | rate |
| --- | ---: |
| one core | 2 million |
<!-- end -->

```bash
wistar ladder greedy
```
"""


def test_sentences_tables_and_code_are_counted_apart() -> None:
    assert words.count(PAGE) == words.Words(sentences=2 + 7, tables=6, code=3)


def test_the_report_has_each_page_and_their_sum(tmp_path: Path) -> None:
    files = [tmp_path / "one.md", tmp_path / "two.md"]
    for file in files:
        file.write_text(PAGE)
    assert [line.split(" | ")[-1] for line in words.report(files).splitlines()][2:] == [
        "18 |",
        "18 |",
        "36 |",
    ]


def test_all_pages_of_the_documentation_are_counted() -> None:
    names = {page.name for page in words.pages()}
    assert {"README.md", "rules.md", "first-hour.md"} <= names
