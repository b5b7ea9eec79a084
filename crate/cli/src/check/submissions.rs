//! The submissions of a folder: its files that can be read as articles, and its folders that hold a LaTeX document.

use std::path::{Path, PathBuf};

use crate::article::{is_article, is_latex};
use crate::failure::Failure;

/// What lies in a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Submissions {
    /// Sorted by name.
    pub(super) paths: Vec<PathBuf>,
    /// Names of what is none.
    pub(super) left_out: Vec<String>,
}

/// The submissions of a folder. Hidden files, and the folder that the reports go to, are passed over.
pub(super) fn in_folder(folder: &Path, reports: &Path) -> Result<Submissions, Failure> {
    let unreadable = |reason: String| Failure::Unreadable {
        what: "the folder of submissions",
        path: folder.to_owned(),
        reason,
    };
    let entries = std::fs::read_dir(folder).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotADirectory => {
            unreadable("it is a file; give its folder, or leave out --reports".to_owned())
        }
        _ => unreadable(error.to_string()),
    })?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(|error| unreadable(error.to_string()))?;
    paths.sort();
    let reports = reports.canonicalize().ok();
    let mut found = Submissions::default();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || reports.is_some() && path.canonicalize().ok() == reports {
            continue;
        }
        if path.is_file() && is_article(&path) || holds_latex(&path) {
            found.paths.push(path);
        } else {
            found.left_out.push(name);
        }
    }
    Ok(found)
}

fn holds_latex(path: &Path) -> bool {
    std::fs::read_dir(path).is_ok_and(|entries| entries.flatten().any(|entry| is_latex(&entry.path())))
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir, write};

    use super::*;

    #[test]
    fn articles_and_folders_of_latex_are_submissions() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        for name in ["b.PDF", "a.html", ".hidden.html", "table.xlsx"] {
            write(at(name), "")?;
        }
        for name in ["c", "figures", "reports"] {
            create_dir(at(name))?;
        }
        for name in ["c/paper.tex", "reports/a.tex", "figures/one.png"] {
            write(at(name), "")?;
        }
        let found = in_folder(folder.path(), &at("reports"))?;
        assert_eq!(found.paths, [at("a.html"), at("b.PDF"), at("c")]);
        assert_eq!(found.left_out, ["figures", "table.xlsx"]);
        assert!(in_folder(&at("a.html"), &at("reports")).is_err());
        Ok(())
    }
}
