use std::fmt::Debug;
use std::time::{Duration, Instant};

use fantoccini::elements::{Element, ElementRef};
use fantoccini::error::CmdError;
use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::driver::{Chromium, Device, gallery};

/// Long enough for a loaded machine; nothing waits when there is nothing to wait for.
const PATIENCE: Duration = Duration::from_secs(60);
const BETWEEN_LOOKS: Duration = Duration::from_millis(40);
/// How WebDriver writes a reference to an element.
const ELEMENT_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The newest element of a selector whose text contains some words.
const FIND: &str = "const [css, words] = arguments;
    return [...document.querySelectorAll(css)].filter((one) => one.textContent.includes(words)).at(-1);";
/// What sticks out of the page to the side, or is too small for a thumb.
const UNTIDY: &str = "const touch = arguments[0], name = (one) => `${one.className} ${one.textContent.slice(0, 40)}`;
    const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
    const parts = [...document.querySelectorAll('#app .main *, .popup *, dialog *')].filter(seen);
    const wide = parts.filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('pre, .sr'));
    const small = touch ? parts.filter((one) => one.matches('.row > *, .suggestion, .send, .popup-item')
        && one.getBoundingClientRect().height < 44) : [];
    return [...wide.map((one) => `too wide: ${name(one)}`), ...small.map((one) => `too small: ${name(one)}`)];";
/// Whether every picture has arrived and nothing is under way.
const SETTLED: &str = "return [...document.images].every((one) => one.complete)
    && !document.querySelector('.busy, [data-state=thinking], [data-testid=pending]')
    && document.getAnimations().every((one) => one.playState !== 'running')";

/// The page of the sandbox in a browser, used as a person would.
#[derive(Debug)]
pub(crate) struct Page {
    chromium: Chromium,
    device: Device,
    story: &'static str,
}

impl Page {
    /// Opens the page for a newcomer; `None` where there is no browser.
    pub(crate) async fn open(url: &str, device: Device, language: &str, story: &'static str) -> Option<Page> {
        let chromium = Chromium::start(device, language).await?;
        let page = Page { chromium, device, story };
        if device == Device::Desktop {
            page.resize(1280, 800).await;
        }
        page.chromium.client.goto(url).await.expect("the page is served");
        page.see("[data-testid=message-box]", "").await;
        Some(page)
    }

    /// Makes the page itself this large, whatever the window has around it.
    async fn resize(&self, width: u32, height: u32) {
        let client = &self.chromium.client;
        client.set_window_size(width, height).await.expect("a window");
        let size = client.execute("return [innerWidth, innerHeight]", vec![]).await.expect("a size");
        let lost = |all: u32, index: usize| all - size[index].as_u64().map_or(all, |it| it as u32);
        let (wider, taller) = (width + lost(width, 0), height + lost(height, 1));
        client.set_window_size(wider, taller).await.expect("a window");
    }

    /// Waits for what `look` finds, and fails with what is on the page when it does not come.
    async fn until<T>(&self, what: impl Debug, look: impl AsyncFn() -> Result<Option<T>, CmdError>) -> T {
        let start = Instant::now();
        loop {
            let found = match look().await {
                Ok(Some(found)) => return found,
                Ok(None) => None,
                // The page builds a message anew when it changes; what was found may be gone already.
                Err(error) => Some(error),
            };
            if start.elapsed() > PATIENCE {
                let page = self.run("return document.body.innerText", vec![]).await;
                self.save("failed").await;
                panic!("{what:?} did not come ({found:?}); the page says {page}");
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    async fn run(&self, script: &str, values: Vec<Value>) -> Value {
        self.chromium.client.execute(script, values).await.expect("the script runs")
    }

    async fn find(&self, css: &str, words: &str) -> Result<Option<Element>, CmdError> {
        let client = &self.chromium.client;
        let found = client.execute(FIND, vec![json!(css), json!(words)]).await?;
        let id = found[ELEMENT_KEY].as_str().map(|id| ElementRef::from(id.to_owned()));
        Ok(id.map(|id| Element::from_element_id(client.clone(), id)))
    }

    /// Waits until the newest element of `css` with these words is there, and answers with its text.
    pub(crate) async fn see(&self, css: &str, words: &str) -> String {
        let look = async || match self.find(css, words).await? {
            Some(element) if element.is_displayed().await? => element.text().await.map(Some),
            _ => Ok(None),
        };
        self.until((css, words), look).await
    }

    pub(crate) async fn press(&self, css: &str, words: &str) {
        let look = async || match self.find(css, words).await? {
            Some(element) if element.is_enabled().await? => element.click().await.map(Some),
            _ => Ok(None),
        };
        self.until((css, words), look).await;
    }

    /// Presses a button of the newest message that has it.
    pub(crate) async fn button(&self, label: &str) {
        self.press("[data-testid=button]", label).await;
    }

    /// Chooses from the newest menu whose words begin so.
    pub(crate) async fn choose(&self, menu: &str, value: &str) {
        self.unfold(menu).await;
        self.press(&format!("select[aria-label^='{menu}'] option[value='{value}']"), "").await;
        self.settled().await;
    }

    /// Opens a menu where the page draws it; a phone's own menus are not part of the page.
    pub(crate) async fn unfold(&self, menu: &str) {
        if self.device == Device::Desktop {
            let open = format!("select[aria-label^='{menu}']:open");
            let look = async || match self.find(&open, "").await? {
                Some(_) => Ok(Some(())),
                None => {
                    self.press(&format!("select[aria-label^='{menu}']"), "").await;
                    Ok(None)
                }
            };
            self.until(&open, look).await;
        }
    }

    /// The values and labels that the newest menu offers.
    pub(crate) async fn offers(&self, menu: &str) -> Vec<(String, String)> {
        let css = format!("select[aria-label^='{menu}']");
        let look = async || match self.find(&css, "").await? {
            Some(menu) => {
                let script =
                    "return [...arguments[0].options].slice(1).map((one) => [one.value, one.textContent])";
                let element = serde_json::to_value(&menu)?;
                Ok(serde_json::from_value(self.chromium.client.execute(script, vec![element]).await?).ok())
            }
            None => Ok(None),
        };
        self.until(menu, look).await
    }

    /// Types into the box and sends it with Enter, as one does.
    pub(crate) async fn say(&self, text: &str) {
        self.write("[data-testid=message-box]", text).await;
        self.write("[data-testid=message-box]", &Key::Enter.to_string()).await;
    }

    pub(crate) async fn write(&self, css: &str, text: &str) {
        let look = async || match self.find(css, "").await? {
            Some(element) => element.send_keys(text).await.map(Some),
            None => Ok(None),
        };
        self.until(css, look).await;
    }

    /// Waits until everything has arrived that was asked for.
    pub(crate) async fn settled(&self) {
        let client = &self.chromium.client;
        let look = async || Ok(client.execute(SETTLED, vec![]).await?.as_bool().filter(|settled| *settled));
        self.until("a quiet page", look).await;
    }

    /// Keeps a picture of the page by day and by night, once it is quiet, and holds it to be tidy.
    pub(crate) async fn picture(&self, scene: &str) {
        self.settled().await;
        let untidy = self.run(UNTIDY, vec![json!(self.device == Device::Phone)]).await;
        assert_eq!(untidy, json!([]), "{scene}");
        for theme in ["light", "dark"] {
            self.run("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await;
            self.settled().await;
            self.save(&format!("{scene}-{theme}")).await;
        }
    }

    async fn save(&self, scene: &str) {
        let picture = self.chromium.client.screenshot().await.expect("a picture");
        let file = gallery().join(format!("{}-{}-{scene}.png", self.story, self.device.name()));
        std::fs::write(&file, picture).expect("a folder of our own");
        println!("saved {}", file.display());
    }

    pub(crate) async fn close(self) {
        self.chromium.client.clone().close().await.expect("Chromium ends");
    }
}
