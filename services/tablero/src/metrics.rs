use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use axum::{Router, routing::get};
use clap::Args;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::net::TcpListener;

const SECONDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

/// Where Prometheus finds the metrics.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Metrics")]
pub(crate) struct MetricsOptions {
    /// Address and port for Prometheus metrics (path /metrics); port 0 takes a free one
    #[arg(long, env = "TABLERO_METRICS_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:9464")]
    metrics_listen: SocketAddr,
}

impl MetricsOptions {
    /// Collects metrics from here on and serves them in the background. Answers with the address.
    pub(crate) async fn start(&self) -> anyhow::Result<SocketAddr> {
        let metrics = PrometheusBuilder::new().set_buckets(&SECONDS)?.install_recorder()?;
        let cannot = || format!("cannot listen on {} for metrics", self.metrics_listen);
        let listener = TcpListener::bind(self.metrics_listen).await.with_context(cannot)?;
        let address = listener.local_addr()?;
        let upkeep = metrics.clone();
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(Duration::from_secs(5));
            loop {
                ticks.tick().await;
                upkeep.run_upkeep();
            }
        });
        let page = Router::new().route("/metrics", get(move || std::future::ready(metrics.render())));
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, page).await {
                tracing::error!(%error, "metrics are no longer served");
            }
        });
        Ok(address)
    }
}
