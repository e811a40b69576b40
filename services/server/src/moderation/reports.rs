use tablero_store::{ProblemState, Report, ReportPage};
use uuid::Uuid;

use super::rights::key;
use crate::edge::{Call, Person};
use crate::error::{Error, Refusal, Result};
use crate::problem::Problems;

impl Problems {
    /// Notes what the caller finds wrong with a problem, instead of what they said before.
    pub(crate) async fn report(&self, call: &Call, person: &Person, id: Uuid, reason: &str) -> Result<()> {
        let listed = self.get(call, person, id).await?;
        if listed.problem.state != ProblemState::Playable {
            return Err(Error::Refused(Refusal::ProblemNotPlayable));
        }
        Report::write(&mut *self.db(call).await?, id, person.profile.id, reason).await?;
        Ok(())
    }

    /// A page of reports that the caller may look into, and where the next one begins if more come.
    pub(crate) async fn reports(
        &self,
        call: &Call,
        person: &Person,
        behind: Option<ReportPage>,
        size: usize,
    ) -> Result<(Vec<Report>, Option<ReportPage>)> {
        let scope = self.administrators.scope(person)?;
        let mut db = self.db(call).await?;
        let one_more = i64::try_from(size + 1).unwrap_or(i64::MAX);
        let mut reports = Report::page(&mut db, scope, person.place().map(key), behind, one_more).await?;
        let more = reports.len() > size;
        reports.truncate(size);
        let place = |report: &Report| (report.reported_at, report.reporter_id, report.problem_id);
        let next = reports.last().filter(|_| more).map(place);
        Ok((reports, next))
    }
}
