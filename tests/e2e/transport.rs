//! What lies between a client and the services: reflection, health, TLS, the web, ids, stopping.

use std::time::Duration;

use futures_util::future::join_all;
use rustix::process::Signal;
use tablero_api::v1::get_profile_request::Which;
use tablero_api::v1::profile_service_client::ProfileServiceClient;
use tablero_api::v1::*;
use tablero_tests::{Badge, Client, Expect, Folder, House, Tablero, metric};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint};
use tonic::{Code, Request};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_reflection::pb::{v1, v1alpha};

fn get(name: &str) -> GetProfileRequest {
    GetProfileRequest { which: Some(Which::Name(name.into())) }
}

#[tokio::test(flavor = "multi_thread")]
async fn reflection_lists_our_services_in_both_versions() {
    let house = House::open().await;
    let mut names = vec![];

    use v1::server_reflection_request::MessageRequest;
    use v1::server_reflection_response::MessageResponse;
    let ask = v1::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let mut client = v1::server_reflection_client::ServerReflectionClient::new(house.channel().await);
    let mut answers =
        client.server_reflection_info(futures_util::stream::iter([ask])).await.unwrap().into_inner();
    match answers.message().await.unwrap().unwrap().message_response.unwrap() {
        MessageResponse::ListServicesResponse(list) => names.push(list.service.into_iter().map(|s| s.name)),
        other => panic!("{other:?}"),
    }

    use v1alpha::server_reflection_request::MessageRequest as OldRequest;
    use v1alpha::server_reflection_response::MessageResponse as OldResponse;
    let ask = v1alpha::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(OldRequest::ListServices(String::new())),
    };
    let mut client = v1alpha::server_reflection_client::ServerReflectionClient::new(house.channel().await);
    let mut answers =
        client.server_reflection_info(futures_util::stream::iter([ask])).await.unwrap().into_inner();
    let old: Vec<String> = match answers.message().await.unwrap().unwrap().message_response.unwrap() {
        OldResponse::ListServicesResponse(list) => list.service.into_iter().map(|s| s.name).collect(),
        other => panic!("{other:?}"),
    };

    let new: Vec<String> = names.into_iter().flatten().collect();
    for list in [new, old] {
        for service in ["tablero.v1.ProfileService", "grpc.health.v1.Health"] {
            assert!(list.iter().any(|name| name == service), "{list:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn health_tells_whether_the_services_serve() {
    let house = House::open().await;
    let mut client = HealthClient::new(house.channel().await);
    for service in ["", "tablero.v1.ProfileService"] {
        let mut watch =
            client.watch(HealthCheckRequest { service: service.into() }).await.unwrap().into_inner();
        while watch.message().await.unwrap().unwrap().status() != ServingStatus::Serving {}
    }
    let unknown = client.check(HealthCheckRequest { service: "tablero.v1.Nonsense".into() }).await;
    assert_eq!(unknown.unwrap_err().code(), Code::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_a_certificate_speaks_tls_and_nothing_else() {
    let certified = rcgen::generate_simple_self_signed(["localhost".into()]).unwrap();
    let folder = Folder::new();
    let (cert, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    std::fs::write(&cert, certified.cert.pem()).unwrap();
    std::fs::write(&key, certified.signing_key.serialize_pem()).unwrap();
    let house = House::with(|options| (options.tls_cert, options.tls_key) = (Some(cert), Some(key))).await;

    let tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(certified.cert.pem()));
    let address = format!("https://localhost:{}", house.address.port());
    let endpoint = Endpoint::from_shared(address).unwrap().tls_config(tls).unwrap();
    let mut client = ProfileServiceClient::new(endpoint.connect().await.unwrap());
    client.get_profile(get("ghost")).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");

    let plain = Endpoint::from_shared(format!("http://{}", house.address)).unwrap().connect_lazy();
    let refused = ProfileServiceClient::new(plain).get_profile(get("ghost")).await;
    assert_ne!(refused.unwrap_err().code(), Code::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_certificate_is_named() {
    let options = tablero_tests::options(|options| {
        (options.tls_cert, options.tls_key) =
            (Some("no-such-cert.pem".into()), Some("no-such-key.pem".into()));
    });
    let database = tablero_tests::TestDatabase::new().await;
    let error = tablero_server::Server::bind(options, database.store).await.unwrap_err();
    assert_eq!(error.to_string(), "cannot read no-such-cert.pem");
}

/// Sends an HTTP/1.1 request and reads the whole answer.
async fn http(house: &House, head: &str, body: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let head =
        format!("{head}\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn a_web_page_of_an_allowed_origin_may_call_over_grpc_web() {
    let house = House::with(|options| options.web_origins = vec!["https://tablero.example".into()]).await;
    house.sign_up("ana").await;
    let message = prost::Message::encode_to_vec(&get("ana"));
    let frame = [&[0, 0, 0, 0, u8::try_from(message.len()).unwrap()], &message[..]].concat();
    let call = |origin: &str| {
        format!(
            "POST /tablero.v1.ProfileService/GetProfile HTTP/1.1\r\ncontent-type: application/grpc-web+proto\r\n\
             x-grpc-web: 1\r\norigin: {origin}"
        )
    };
    let answer = http(&house, &call("https://tablero.example"), &frame).await;
    let text = String::from_utf8_lossy(&answer).to_lowercase();
    assert!(text.starts_with("http/1.1 200"), "{text}");
    assert!(text.contains("access-control-allow-origin: https://tablero.example"), "{text}");
    assert!(text.contains("ana") && text.contains("grpc-status:0"), "{text}");

    let preflight = "OPTIONS /tablero.v1.ProfileService/GetProfile HTTP/1.1\r\norigin: https://tablero.example\r\n\
                     access-control-request-method: POST\r\naccess-control-request-headers: authorization";
    let text = String::from_utf8_lossy(&http(&house, preflight, &[]).await).to_lowercase();
    assert!(text.starts_with("http/1.1 200") && text.contains("access-control-allow-headers"), "{text}");

    let stranger = http(&house, &call("https://elsewhere.example"), &frame).await;
    assert!(!String::from_utf8_lossy(&stranger).to_lowercase().contains("access-control-allow-origin"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_id_of_its_request() {
    let house = House::open().await;
    house.sign_up("ana").await;
    let mut nobody: Client = house.client(Badge::nobody()).await;
    let mut request = Request::new(get("ana"));
    request.metadata_mut().insert("x-request-id", "my-own-id".parse().unwrap());
    let answer = nobody.get_profile(request).await.unwrap();
    assert_eq!(answer.metadata().get("x-request-id").unwrap(), "my-own-id");
    let refusal = nobody.get_profile(get("ghost")).await.unwrap_err();
    assert_eq!(refusal.metadata().get("x-request-id").unwrap().len(), 36);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_rpc_that_does_not_exist_is_unimplemented() {
    let house = House::open().await;
    let badge = Badge::discord("42", "Ana");
    let answer =
        tablero_tests::raw(house.channel().await, badge, "/tablero.v1.ProfileService/Nonsense").await;
    assert_eq!(answer.unwrap_err().code(), Code::Unimplemented);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_lets_running_calls_finish_and_refuses_new_ones() {
    for signal in [Signal::TERM, Signal::INT] {
        let folder = Folder::new();
        let data = folder.path().join("d");
        let limits = ["--log-ins-per-account", "0", "--log-ins-per-address", "0", "--password-threads", "1"];
        let mut tablero = Tablero::start(env!("CARGO_BIN_EXE_tablero-under-test"), &data, &limits);
        let mut client = tablero.client().await;
        let request = CreateProfileRequest { name: "ana".into(), password: House::PASSWORD.into() };
        client.create_profile(request).await.unwrap();

        let running = (0..30).map(|_| {
            let mut client = client.clone();
            let request =
                LogInRequest { name: "ana".into(), password: House::PASSWORD.into(), ..Default::default() };
            tokio::spawn(async move { client.log_in(request).await })
        });
        let running: Vec<_> = running.collect();
        while metric(tablero.metrics, "tablero_calls_running").await < 20.0 {
            assert!(!running.iter().all(|call| call.is_finished()), "the machine is too fast for this test");
        }
        tablero.signal(signal);
        for call in join_all(running).await {
            call.unwrap().unwrap();
        }
        assert!(tablero.wait().success());
        assert!(client.get_profile(get("ana")).await.is_err());
        assert!(tokio::net::TcpStream::connect(tablero.address).await.is_err());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_calls_by_method_and_code() {
    let folder = Folder::new();
    let tablero = Tablero::start(env!("CARGO_BIN_EXE_tablero-under-test"), &folder.path().join("d"), &[]);
    let mut client = tablero.client().await;
    for _ in 0..3 {
        client.get_profile(get("ghost")).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
    }
    let name = r#"tablero_calls_total{method="tablero.v1.ProfileService/GetProfile",code="NotFound"}"#;
    assert_eq!(metric(tablero.metrics, name).await, 3.0);
    assert_eq!(metric(tablero.metrics, "tablero_calls_running").await, 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_reaches_the_log() {
    let key = "a-service-key-nobody-should-see-anywhere";
    for format in ["human", "json"] {
        let folder = Folder::new();
        let arguments = ["--service-key", key, "--log", "trace", "--log-format", format];
        let tablero =
            Tablero::start(env!("CARGO_BIN_EXE_tablero-under-test"), &folder.path().join("d"), &arguments);
        let mut client = tablero.client().await;
        let request = CreateProfileRequest { name: "ana".into(), password: House::PASSWORD.into() };
        client.create_profile(request).await.unwrap();
        let log_in = |password: &str| LogInRequest {
            name: "ana".into(),
            password: password.into(),
            ..Default::default()
        };
        let token = client.log_in(log_in(House::PASSWORD)).await.unwrap().into_inner().token;
        client.log_in(log_in("a wrong password")).await.unwrap_err();
        let mut request = Request::new(CreateLinkCodeRequest {});
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        let code = client.create_link_code(request).await.unwrap().into_inner().code;
        let mut request = Request::new(GetMyProfileRequest {});
        for (name, value) in [("service-key", key), ("provider", "discord"), ("external-id", "42")] {
            let name: tonic::metadata::AsciiMetadataKey = format!("x-tablero-{name}").parse().unwrap();
            request.metadata_mut().insert(name, value.parse().unwrap());
        }
        client.get_my_profile(request).await.unwrap();

        tokio::time::sleep(Duration::from_millis(100)).await;
        let log = tablero.log();
        assert!(log.contains("ProfileService/LogIn"), "the calls are logged");
        for secret in [House::PASSWORD, "a wrong password", &token, &code, key, "$argon2id$"] {
            let line = log.lines().find(|line| line.contains(secret));
            assert!(line.is_none(), "{secret} is in the {format} log: {line:?}");
        }
    }
}
