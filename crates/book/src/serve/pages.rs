//! The HTTP side of `cargo book serve`: the files of the last good site, and word of the next one.
//!
//! The script that reloads a page is added here, on the way to the browser; the files of a site
//! never hold it, so that a served site and a built one are the same.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State as Shared};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::json;
use tokio::sync::watch;
use tower_http::services::{ServeDir, ServeFile};

use super::State;

const SCRIPT: &str = include_str!("reload.js");
/// A path that no page of a book can have.
const WAIT: &str = "/__winks/wait/{seen}";
/// Shorter than the patience of any proxy or browser.
const PATIENCE: Duration = Duration::from_secs(20);

type Watch = watch::Receiver<State>;

pub(super) fn router(state: Watch) -> Router {
    Router::new().route(WAIT, get(wait)).fallback(page).with_state(state)
}

/// Answers when there is a build that the page has not seen, or with the old one after a while.
async fn wait(Shared(mut state): Shared<Watch>, uri: Uri) -> Response {
    let seen: u64 = uri.path().rsplit('/').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let news = state.wait_for(|state| state.generation != seen);
    // That the builder is gone, or that nothing came in time, is no news.
    let _ = tokio::time::timeout(PATIENCE, news).await;
    let state = state.borrow().clone();
    let body = json!({ "generation": state.generation, "error": state.error }).to_string();
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, body).into_response()
}

/// A file of the site, or the faults if there is no site yet.
async fn page(Shared(mut state): Shared<Watch>, mut request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    // Whoever comes before the first build is done waits for it.
    let _ = state.wait_for(|state| state.generation > 0).await;
    let state = state.borrow().clone();
    let Some(site) = &state.site else {
        let page = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
                    <title>The book has faults</title></head><body></body></html>\n";
        let page = with_script(page, &state);
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        return (StatusCode::SERVICE_UNAVAILABLE, headers, page).into_response();
    };
    // A page with a script in it has another length and another age than its file.
    for name in [header::RANGE, header::IF_MODIFIED_SINCE, header::IF_UNMODIFIED_SINCE] {
        request.headers_mut().remove(name);
    }
    let head = request.method() == Method::HEAD;
    let missing = ServeFile::new(site.path().join("404.html"));
    let mut files = ServeDir::new(site.path()).not_found_service(missing);
    let mut response = match files.try_call(request).await {
        Ok(response) => response.map(Body::new),
        Err(error) => {
            return (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response();
        }
    };
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, no_store);
    response.headers_mut().remove(header::LAST_MODIFIED);
    let html = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if !html || head {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => {
            parts.headers.remove(header::CONTENT_LENGTH);
            let text = String::from_utf8_lossy(&bytes);
            Response::from_parts(parts, Body::from(with_script(&text, &state)))
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// A page with the script that waits for the next build, and shows the faults of this one.
fn with_script(page: &str, state: &State) -> String {
    let error = json!(state.error).to_string().replace('<', "\\u003c");
    let script = SCRIPT
        .replace("/*generation*/ 0", &state.generation.to_string())
        .replace("/*error*/ null", &error);
    let (before, after) = page.rfind("</body>").map_or((page, ""), |at| page.split_at(at));
    format!("{before}<script>\n{script}</script>\n{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_knows_its_build_and_cannot_be_broken_out_of() {
        let error = Some("a.md:1: </script> \"quoted\"".to_owned());
        let state = State { generation: 7, site: None, error };
        let page = with_script("<body>text</body></html>", &state);
        assert!(page.starts_with("<body>text<script>"));
        assert!(page.ends_with("</script>\n</body></html>"));
        assert!(page.contains("let seen = 7;"), "{page}");
        assert_eq!(page.matches("</script>").count(), 1);
    }
}
