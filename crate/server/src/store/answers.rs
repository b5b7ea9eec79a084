//! Answers of the model, kept as they come: what was paid for is not lost with the process.

use citelight::llm::recorded::Line;
use sqlx::QueryBuilder;

use super::Store;
use super::database::{Database, reading};
use crate::failure::StoreError;

/// One statement for all of them. None is kept for a work that has ended meanwhile: nobody would ever delete it.
macro_rules! insert {
    ($pool:expr, $answers:ident) => {{
        let mut insert = QueryBuilder::new(
            "INSERT INTO citelight_answer (work, request, line) SELECT column1, column2, column3 FROM (",
        );
        insert.push_values($answers, |mut row, (work, line)| {
            row.push_bind(work).push_bind(&line.request);
            row.push_bind(serde_json::to_string(line).unwrap_or_default());
        });
        insert.push(
            ") AS answers WHERE EXISTS (SELECT 1 FROM citelight_work WHERE id = column1 AND state = 'running')
             ON CONFLICT (work, request) DO NOTHING",
        );
        insert.build().execute($pool).await.map(|_| ())
    }};
}

impl Store {
    /// Keeps answers of the model, each with its work.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn keep(&self, answers: &[(String, Line)]) -> Result<(), StoreError> {
        if answers.is_empty() {
            return Ok(());
        }
        let fault = StoreError::of("keep answers of the model");
        let kept = match &self.database {
            Database::Sqlite { writer, .. } => {
                let mut writer = writer.acquire().await.map_err(&fault)?;
                insert!(&mut **writer, answers)
            }
            Database::Postgres(pool) => insert!(pool, answers),
        };
        kept.map_err(&fault)
    }

    /// What is kept for a work.
    pub(super) async fn answers(&self, work: &str) -> Result<Vec<Line>, StoreError> {
        let fault = StoreError::of("read answers of the model");
        let lines = reading!(self, fault, connection => {
            let lines = sqlx::query_scalar::<_, String>("SELECT line FROM citelight_answer WHERE work = $1");
            lines.bind(work).fetch_all(connection).await
        });
        let lines = lines.map_err(&fault)?;
        Ok(lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }
}
