//! The files in `deploy/` meet the programs that they are for: a page, a socket and no measurements through each proxy.

use super::visitor::{Running, Visitor, free_port};
use super::{read, write};
use crate::shell::{Done, output, root, step, succeed};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The name that stands for the host's in the files.
const HOST: &str = "games.example";
/// The server's port in the files.
const UPSTREAM: &str = "127.0.0.1:8080";
/// Time that a proxy has to start.
const PATIENCE: Duration = Duration::from_secs(20);
/// Files that only other machines run.
const YAML: [&str; 2] = ["compose.yaml", ".github/workflows/release.yml"];

pub(super) fn run(binary: &Path) -> Done {
    let alerts = root().join("deploy/prometheus/alerts.yml");
    step("alerts", || {
        succeed(Command::new("promtool").args(["check", "rules"]).arg(alerts))
    })?;
    step("YAML", || {
        YAML.into_iter().try_for_each(|name| parse(name).map(drop))?;
        compose(&parse("compose.yaml")?)
    })?;
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let port = free_port()?;
    let mut serve = Command::new(binary);
    serve.args(["serve", "--proxies", "1", "--port", &port.to_string()]);
    serve.args(["--public-url", &format!("https://{HOST}"), "--data"]);
    let _server = Running::start(serve.arg(place.path().join("data")))?;
    Visitor::at(port).wait_for_page()?;
    step("Caddy", || behind_caddy(place.path(), port))?;
    step("nginx", || behind_nginx(place.path(), port))
}

/// A YAML file as JSON.
fn parse(name: &str) -> Result<Value, String> {
    let script =
        "import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout, default=str)";
    // YAML takes the key `on` for the truth, and JSON writes it as a word.
    let (json, _) = output(
        Command::new("python3")
            .args(["-c", script])
            .arg(root().join(name)),
    )?;
    serde_json::from_str(&json).map_err(|error| format!("{name}: {error}"))
}

/// Every service that another waits for, and every volume that one mounts, is there.
fn compose(file: &Value) -> Done {
    let services = file["services"]
        .as_object()
        .ok_or("compose.yaml has no services")?;
    for (name, service) in services {
        let waits = service["depends_on"].as_object().into_iter().flatten();
        let volumes = service["volumes"].as_array().into_iter().flatten();
        let volumes = volumes.filter_map(|volume| volume.as_str()?.split(':').next());
        for other in waits.map(|(other, _)| other.as_str()) {
            if !services.contains_key(other) {
                return Err(format!(
                    "compose.yaml: {name} waits for {other}, which is no service"
                ));
            }
        }
        for volume in volumes.filter(|volume| !volume.starts_with('.')) {
            if file["volumes"].get(volume).is_none() {
                return Err(format!(
                    "compose.yaml: {name} mounts {volume}, which is no volume"
                ));
            }
        }
    }
    Ok(())
}

/// Caddy with its file as it is: without a name of its own it speaks plain HTTP.
fn behind_caddy(place: &Path, upstream: u16) -> Done {
    let port = free_port()?;
    let file = root().join("deploy/Caddyfile");
    let caddy = |command: &str| {
        let mut caddy = Command::new("caddy");
        caddy
            .args([command, "--adapter", "caddyfile", "--config"])
            .arg(&file);
        caddy.env("XDG_DATA_HOME", place).env("XDG_CONFIG_HOME", place);
        caddy.env("UPSTREAM", format!("127.0.0.1:{upstream}"));
        caddy
    };
    output(&mut caddy("validate"))?;
    let mut run = caddy("run");
    run.env("DOMAIN", format!("http://localhost:{port}"));
    run.env("CADDY_ADMIN", format!("localhost:{}", free_port()?));
    let log = std::fs::File::create(place.join("caddy.log")).map_err(|error| error.to_string())?;
    let _running = Running::start(run.stderr(log))?;
    visit(&format!("http://localhost:{port}"), &[])
}

/// nginx with its file, on other ports and with a certificate made here.
fn behind_nginx(place: &Path, upstream: u16) -> Done {
    let (port, plain) = (free_port()?, free_port()?);
    let (key, certificate) = (place.join("key.pem"), place.join("certificate.pem"));
    let mut openssl = Command::new("openssl");
    openssl.args([
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
    ]);
    openssl.arg(format!("/CN={HOST}")).arg("-keyout").arg(&key);
    output(openssl.arg("-out").arg(&certificate))?;
    let from = format!("/etc/letsencrypt/live/{HOST}");
    let site = read(&root().join("deploy/nginx.conf"))?
        .replace(
            &format!("{from}/fullchain.pem"),
            &certificate.display().to_string(),
        )
        .replace(&format!("{from}/privkey.pem"), &key.display().to_string())
        .replace(UPSTREAM, &format!("127.0.0.1:{upstream}"))
        .replace("443 ssl", &format!("{port} ssl"))
        .replace("listen 80;", &format!("listen {plain};"))
        .replace("]:80;", &format!("]:{plain};"));
    write(&place.join("site.conf"), &site)?;
    let (inside, main) = (place.display(), place.join("nginx.conf"));
    let text = format!(
        "pid {inside}/nginx.pid;\nerror_log {inside}/nginx.log;\ndaemon off;\nevents {{}}\n\
         http {{ access_log off; include {inside}/site.conf; }}\n"
    );
    write(&main, &text)?;
    output(Command::new("nginx").arg("-t").arg("-c").arg(&main))?;
    let running = Running::start(Command::new("nginx").arg("-c").arg(&main))?;
    let resolve = format!("{HOST}:{port}:127.0.0.1");
    visit(&format!("https://{HOST}:{port}"), &["--resolve", &resolve])?;
    running.stop()
}

/// Asks for a page, a socket and the measurements through a proxy.
fn visit(address: &str, flags: &[&str]) -> Done {
    let begin = Instant::now();
    let ask = |path: &str, headers: &[&str]| {
        let mut curl = Command::new("curl");
        curl.args([
            "--silent",
            "--insecure",
            "--include",
            "--http1.1",
            "--max-time",
            "3",
        ]);
        curl.args(flags)
            .args(headers.iter().flat_map(|header| ["--header", header]));
        // A socket stays open: curl ends by its time limit, which is no error here.
        let output = curl.arg(format!("{address}{path}")).output();
        let bytes = output
            .map_err(|error| format!("curl cannot be started: {error}"))?
            .stdout;
        let answer = String::from_utf8_lossy(&bytes);
        Ok::<_, String>(answer.split(' ').nth(1).unwrap_or_default().to_owned())
    };
    while ask("/", &[])? != "200" {
        if begin.elapsed() > PATIENCE {
            return Err(format!("{address} has no page"));
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    let socket = [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        &format!("Origin: https://{HOST}"),
    ];
    for (path, headers, wanted) in [("/ws/lobby", &socket[..], "101"), ("/metrics", &[], "404")] {
        let status = ask(path, headers)?;
        eprintln!("    {path}: {status}");
        if status != wanted {
            return Err(format!("{address}{path} is {status} in place of {wanted}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn services_and_volumes_must_be_there() {
        let file = |waits: &str, volume: &str| {
            json!({
                "services": {
                    "proxy": { "depends_on": { waits: {} }, "volumes": ["./file:/file:ro"] },
                    "database": { "volumes": [format!("{volume}:/data")] },
                },
                "volumes": { "games": null },
            })
        };
        assert_eq!(compose(&file("database", "games")), Ok(()));
        assert!(compose(&file("nobody", "games")).unwrap_err().contains("nobody"));
        assert!(
            compose(&file("database", "nothing"))
                .unwrap_err()
                .contains("nothing")
        );
    }
}
