mod read;
mod write;

use tablero_api::v1::profile_service_server::ProfileService;
use tablero_api::v1::{self as pb, get_profile_request::Which};
use tonic::{Request, Response};

use crate::edge::Call;
use crate::error::{Error, Fault, Result};
use crate::moderation;
use crate::profile::Profiles;
use crate::rpc::Answer;

/// `tablero.v1.ProfileService`.
#[derive(Debug)]
pub(crate) struct ProfileRpc(pub(crate) Profiles);

impl ProfileRpc {
    async fn own(&self, call: &Call, profile: tablero_store::Profile) -> Result<pb::OwnProfile> {
        let identities = self.0.identities(call, profile.id).await?;
        Ok(write::own_profile(profile, identities))
    }
}

#[tonic::async_trait]
impl ProfileService for ProfileRpc {
    async fn create_profile(
        &self,
        request: Request<pb::CreateProfileRequest>,
    ) -> Answer<pb::CreateProfileResponse> {
        let call = Call::of(&request);
        let (name, password) = read::new_profile(&request.into_inner())?;
        let profile = self.0.create(&call, &name, password).await?;
        Ok(Response::new(pb::CreateProfileResponse { profile: Some(write::profile(profile)) }))
    }

    async fn log_in(&self, request: Request<pb::LogInRequest>) -> Answer<pb::LogInResponse> {
        let call = Call::of(&request);
        let pb::LogInRequest { name, password, client } = request.into_inner();
        let client = read::client(&client)?;
        let opened = self.0.log_in(&call, &name, &password, &client).await?;
        let current = Some(opened.session.id);
        Ok(Response::new(pb::LogInResponse {
            token: opened.token.reveal(),
            session: Some(write::session(opened.session, current)),
            profile: Some(self.own(&call, opened.profile).await?),
        }))
    }

    async fn log_out(&self, request: Request<pb::LogOutRequest>) -> Answer<pb::LogOutResponse> {
        let call = Call::of(&request);
        self.0.log_out(&call, call.person()?).await?;
        Ok(Response::new(pb::LogOutResponse {}))
    }

    async fn list_sessions(
        &self,
        request: Request<pb::ListSessionsRequest>,
    ) -> Answer<pb::ListSessionsResponse> {
        let call = Call::of(&request);
        let person = call.person()?;
        let sessions = self.0.sessions(&call, person).await?;
        let sessions = sessions.into_iter().map(|session| write::session(session, person.session_id()));
        Ok(Response::new(pb::ListSessionsResponse { sessions: sessions.collect() }))
    }

    async fn end_session(&self, request: Request<pb::EndSessionRequest>) -> Answer<pb::EndSessionResponse> {
        let call = Call::of(&request);
        let session = read::id("session_id", &request.into_inner().session_id)?;
        self.0.end_session(&call, call.person()?, session).await?;
        Ok(Response::new(pb::EndSessionResponse {}))
    }

    async fn get_my_profile(
        &self,
        request: Request<pb::GetMyProfileRequest>,
    ) -> Answer<pb::GetMyProfileResponse> {
        let call = Call::of(&request);
        let profile = self.own(&call, call.person()?.profile.clone()).await?;
        Ok(Response::new(pb::GetMyProfileResponse { profile: Some(profile) }))
    }

    async fn get_profile(&self, request: Request<pb::GetProfileRequest>) -> Answer<pb::GetProfileResponse> {
        let call = Call::of(&request);
        let profile = match request.into_inner().which {
            Some(Which::Id(id)) => self.0.by_id(&call, read::id("id", &id)?).await?,
            Some(Which::Name(name)) => self.0.by_name(&call, &name).await?,
            None => {
                let fault = Fault::new("which", "NO_PROFILE_NAMED", "say which profile, by id or by name");
                return Err(Error::Invalid(vec![fault]).into());
            }
        };
        Ok(Response::new(pb::GetProfileResponse { profile: Some(write::profile(profile)) }))
    }

    async fn find_profile(
        &self,
        request: Request<pb::FindProfileRequest>,
    ) -> Answer<pb::FindProfileResponse> {
        let call = Call::of(&request);
        let of = read::identity(request.get_ref())?;
        let profile = self.0.by_identity(&call, call.person()?, of).await?;
        Ok(Response::new(pb::FindProfileResponse { profile: Some(write::profile(profile)) }))
    }

    async fn update_profile(
        &self,
        request: Request<pb::UpdateProfileRequest>,
    ) -> Answer<pb::UpdateProfileResponse> {
        let call = Call::of(&request);
        let update = read::update(request.into_inner())?;
        let (profile, ended) = self.0.update(&call, call.person()?, update).await?;
        Ok(Response::new(pb::UpdateProfileResponse {
            profile: Some(self.own(&call, profile).await?),
            ended_sessions: write::count(ended),
        }))
    }

    async fn delete_profile(
        &self,
        request: Request<pb::DeleteProfileRequest>,
    ) -> Answer<pb::DeleteProfileResponse> {
        let call = Call::of(&request);
        let pb::DeleteProfileRequest { password, confirmation } = request.into_inner();
        let removed = self.0.delete(&call, call.person()?, &password, &confirmation).await?;
        Ok(Response::new(pb::DeleteProfileResponse {
            profile: Some(write::profile(removed.profile)),
            sessions: write::count(removed.sessions),
            problems: write::count(removed.problems),
            matches: write::count(removed.matches),
            score_tables: write::count(removed.score_tables),
            identities: removed.identities.into_iter().map(write::identity).collect(),
        }))
    }

    async fn create_link_code(
        &self,
        request: Request<pb::CreateLinkCodeRequest>,
    ) -> Answer<pb::CreateLinkCodeResponse> {
        let call = Call::of(&request);
        let (secret, code) = self.0.create_link_code(&call, call.person()?).await?;
        Ok(Response::new(pb::CreateLinkCodeResponse {
            code: secret.reveal(),
            expire_time: Some(write::time(code.expires_at)),
        }))
    }

    async fn redeem_link_code(
        &self,
        request: Request<pb::RedeemLinkCodeRequest>,
    ) -> Answer<pb::RedeemLinkCodeResponse> {
        let call = Call::of(&request);
        let linked = self.0.redeem_link_code(&call, call.person()?, &request.get_ref().code).await?;
        Ok(Response::new(pb::RedeemLinkCodeResponse {
            profile: Some(self.own(&call, linked.profile).await?),
            absorbed: Some(write::profile(linked.absorbed)),
        }))
    }

    async fn unlink_identity(
        &self,
        request: Request<pb::UnlinkIdentityRequest>,
    ) -> Answer<pb::UnlinkIdentityResponse> {
        let call = Call::of(&request);
        let profile = self.0.unlink(&call, call.person()?, &request.get_ref().provider).await?;
        Ok(Response::new(pb::UnlinkIdentityResponse { profile: Some(self.own(&call, profile).await?) }))
    }

    async fn moderate_profile(
        &self,
        request: Request<pb::ModerateProfileRequest>,
    ) -> Answer<pb::ModerateProfileResponse> {
        let call = Call::of(&request);
        let pb::ModerateProfileRequest { profile_id, reason } = request.into_inner();
        let (id, reason) = (read::id("profile_id", &profile_id)?, moderation::reason(&reason, true)?);
        let profile = self.0.moderate(&call, call.person()?, id, &reason).await?;
        Ok(Response::new(pb::ModerateProfileResponse { profile: Some(write::profile(profile)) }))
    }
}
