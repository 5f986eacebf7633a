import pytest

from shell_helper.tools import files


def test_reads_and_writes_inside(tmp_path):
    files.write_file(tmp_path, "a/b.txt", "one")
    files.write_file(tmp_path, "a/b.txt", "two")
    assert files.read_file(tmp_path, "a/b.txt") == "two"
    assert files.read_file(tmp_path, "a/b.txt.bak") == "one"


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../../x"])
def test_refuses_paths_outside(tmp_path, path):
    with pytest.raises(ValueError):
        files.read_file(tmp_path, path)


def test_refuses_links_that_leave(tmp_path):
    (tmp_path / "out").symlink_to("/")
    with pytest.raises(ValueError):
        files.list_files(tmp_path, "out")
