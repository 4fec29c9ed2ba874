#!/usr/bin/env python3
"""Pages that are given to others lead nowhere but to each other and into the web: packaging/pages, and who calls it."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
GIVERS = ("scripts/package", "packaging/CMakeLists.txt")


def links(text):
    return [link for link in re.findall(r"\]\(([^)\s]*)\)", text) if not re.match(r"https?:|#", link)]


class PagesTest(unittest.TestCase):
    def copy(self, *pages):
        """The copies of pages, by name."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([SOURCE / "packaging/pages", f"{folder}/some where", *pages], check=True)
            return {path.name: path.read_text() for path in Path(folder, "some where").iterdir()}

    def test_every_link_of_theirs_leads_to_one_of_them(self):
        all_pages = sorted((SOURCE / "docs").glob("*.md"))
        for pages in (all_pages, *([page] for page in all_pages)):
            copies = self.copy(*pages)
            self.assertEqual(set(copies), {page.name for page in pages})
            for name, text in copies.items():
                self.assertEqual([link for link in links(text) if link.partition("#")[0] not in copies], [], name)

    def test_words_and_other_links_stay(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "a.md")
            page.write_text("[b](b.md#c), [gone\naway](../d.md), [here](#e) and [there](https://f.example) `[1](2)`\n")
            Path(folder, "b.md").write_text("[a](a.md)\n")
            copies = self.copy(page, Path(folder, "b.md"))
        self.assertEqual(copies["b.md"], "[a](a.md)\n")
        self.assertTrue(copies["a.md"].startswith("[b](b.md#c), gone\naway, [here](#e) and [there](https://f.example)"), copies)

    def test_no_page_is_given_as_it_is(self):
        for giver in GIVERS:
            text = (SOURCE / giver).read_text()
            self.assertIn("pages", text)
            self.assertNotRegex(text, r"cp [^\n]*docs/\S*\.md|FILES [^\n]*docs/", giver)


if __name__ == "__main__":
    unittest.main()
