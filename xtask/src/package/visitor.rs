//! A visitor of a server, and the server that is visited.

use crate::shell::{Done, output, succeed};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Time after which a server is given up.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// A server that is stopped when this is dropped.
pub(super) struct Running(Child);

impl Running {
    pub(super) fn start(command: &mut Command) -> Result<Running, String> {
        let child = command.stdout(Stdio::null()).spawn();
        child
            .map(Running)
            .map_err(|error| format!("{}: {error}", command.get_program().display()))
    }

    /// Stops it as systemd does.
    pub(super) fn stop(mut self) -> Done {
        succeed(Command::new("kill").args(["-TERM", &self.0.id().to_string()]))?;
        let ended = self.0.wait().map_err(|error| error.to_string())?;
        if ended.success() {
            Ok(())
        } else {
            Err(format!("the server ended with {ended}"))
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A port that was free a moment ago.
pub(super) fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
    listener
        .local_addr()
        .map(|address| address.port())
        .map_err(|error| error.to_string())
}

/// Somebody with a browser's cookie.
pub(super) struct Visitor {
    pub(super) port: u16,
    cookie: String,
}

impl Visitor {
    pub(super) fn at(port: u16) -> Visitor {
        Visitor {
            port,
            cookie: String::new(),
        }
    }

    /// Loads the first page, begins a game against the computer, moves, and waits for the answer. Gives the table.
    pub(super) fn play(&mut self, binary: &Path) -> Result<String, String> {
        let page = self.wait_for_page()?;
        if !page.contains("<script") {
            return Err(format!("the page is not the client's: {page}"));
        }
        let wish = json!({ "settings": { "game": "offboard" }, "side": "first", "computer": 1 });
        let made = self.ask("POST", "/api/tables", &wish)?;
        let table = made["table"]
            .as_str()
            .ok_or_else(|| format!("no table: {made}"))?
            .to_owned();
        let (moves, _) = output(Command::new(binary).args(["moves", "offboard"]))?;
        let first = moves.lines().next().unwrap_or_default();
        let action = json!({ "key": "first-move", "ply": 0, "action": { "do": "move", "text": first } });
        self.ask("POST", &format!("/api/tables/{table}/act"), &action)?;
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let seen = self.ask("GET", &format!("/api/tables/{table}"), &Value::Null)?;
            if seen["table"]["plies"].as_u64() >= Some(2) {
                return Ok(table);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err("the computer does not answer".to_owned())
    }

    /// Asks for the first page until somebody listens.
    pub(super) fn wait_for_page(&mut self) -> Result<String, String> {
        let begin = Instant::now();
        loop {
            match self.request("GET", "/", "") {
                Ok(answer) => return body(&answer).map(str::to_owned),
                Err(error) if begin.elapsed() > PATIENCE => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    pub(super) fn ask(&mut self, method: &str, path: &str, json: &Value) -> Result<Value, String> {
        let text = if json.is_null() {
            String::new()
        } else {
            json.to_string()
        };
        let answer = self.request(method, path, &text)?;
        if let Some(cookie) = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")) {
            cookie
                .split(';')
                .next()
                .unwrap_or_default()
                .clone_into(&mut self.cookie);
        }
        let body = body(&answer).map_err(|error| format!("{method} {path}: {error}"))?;
        serde_json::from_str(body).map_err(|error| format!("{method} {path}: {error}: {body}"))
    }

    fn request(&self, method: &str, path: &str, body: &str) -> Result<String, String> {
        let ask = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
            stream.set_read_timeout(Some(PATIENCE))?;
            write!(
                stream,
                "{method} {path} HTTP/1.1\r\nhost: localhost:{}\r\nconnection: close\r\ncookie: {}\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                self.port,
                self.cookie,
                body.len()
            )?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok(answer)
        };
        ask().map_err(|error| format!("{method} {path}: {error}"))
    }
}

/// The body of an answer that is well.
fn body(answer: &str) -> Result<&str, String> {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    match head.split(' ').nth(1) {
        Some("200") => Ok(body),
        _ => Err(format!("{} {body}", head.lines().next().unwrap_or_default())),
    }
}
