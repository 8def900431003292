"""The files that pages load, as production serves them: under names with their content's hash."""

import re
import shutil
from pathlib import Path

from config.static import HashedStaticFilesStorage

ROOT = Path(__file__).resolve().parents[3] / "challenges" / "static"


def test_files_name_each_other_by_their_hashed_names(tmp_path: Path) -> None:
    shutil.copytree(ROOT, tmp_path, dirs_exist_ok=True)
    storage = HashedStaticFilesStorage(location=tmp_path, base_url="/static/")
    names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]
    for _name, _hashed, result in storage.post_process({name: (storage, name) for name in names}):
        assert not isinstance(result, Exception), result
    modules = [path.relative_to(ROOT) for path in ROOT.glob("js/**/*.js")]
    assert modules
    for module in modules:
        [hashed] = tmp_path.glob(f"{module.with_suffix('')}.????????????.js")
        for line in hashed.read_text().splitlines():
            if found := re.match(r'import .*"(\..+)";', line):
                assert re.search(r"\.[0-9a-f]{12}\.js$", found[1]), (module, line)
    [tokens] = tmp_path.glob("css/tokens.????????????.css")
    assert re.search(r"text\.[0-9a-f]{12}\.woff2", tokens.read_text())
