//! Signatures of approvers: Ed25519 keys of our own, or SSH keys through `ssh-keygen -Y`.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use super::ReviewError;

/// What a key file begins with; the secret follows as 64 hex digits.
const SECRET: &str = "depthgauge-ed25519-secret:";
/// What stands before a public key in the operator's file.
const PUBLIC: &str = "ed25519:";
/// What SSH signatures are made for: one for another purpose is none for us.
const NAMESPACE: &str = "depthgauge-review";

/// What a decision is signed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyFile {
    Ed25519(PathBuf),
    Ssh(PathBuf),
}

/// A public key of an approver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicKey {
    Ed25519(VerifyingKey),
    /// As in `authorized_keys`: type and base 64.
    Ssh(String),
}

/// A new key: the text of its file, and the public part as an operator's file has it.
///
/// # Errors
/// The system gives no random bytes.
pub fn generate() -> Result<(String, String), ReviewError> {
    let mut secret = [0u8; 32];
    getrandom::fill(&mut secret).map_err(|e| ReviewError::Key(format!("no random bytes ({e})")))?;
    let key = SigningKey::from_bytes(&secret);
    Ok((format!("{SECRET}{}\n", hex::encode(secret)), format!("{PUBLIC}{}", hex::encode(key.verifying_key()))))
}

impl PublicKey {
    /// # Errors
    /// Neither `ed25519:` with 64 hex digits nor the key of an SSH public key file.
    pub fn parse(text: &str) -> Result<Self, ReviewError> {
        let wrong =
            || ReviewError::Key("a public key is `ed25519:` with 64 hex digits, or `ssh-ed25519 AAAA…`".to_owned());
        if let Some(digits) = text.strip_prefix(PUBLIC) {
            let mut bytes = [0u8; 32];
            hex::decode_to_slice(digits, &mut bytes).map_err(|_| wrong())?;
            return VerifyingKey::from_bytes(&bytes).map(Self::Ed25519).map_err(|_| wrong());
        }
        let mut words = text.split_whitespace();
        let (kind, key) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let plain = |word: &str, more: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c))
        };
        let known = kind.starts_with("ssh-") || kind.starts_with("sk-ssh-") || kind.starts_with("ecdsa-");
        if !known || !plain(kind, "-@.") || !plain(key, "+/=") {
            return Err(wrong());
        }
        Ok(Self::Ssh(format!("{kind} {key}")))
    }

    /// Whether `signature` is this key's over `statement`.
    ///
    /// # Errors
    /// `ssh-keygen` cannot be started.
    pub fn verifies(&self, statement: &str, signature: &str) -> Result<bool, ReviewError> {
        match self {
            Self::Ed25519(key) => {
                let mut bytes = [0u8; 64];
                let read = signature.strip_prefix(PUBLIC).map(|digits| hex::decode_to_slice(digits, &mut bytes));
                if !matches!(read, Some(Ok(()))) {
                    return Ok(false);
                }
                Ok(key.verify_strict(statement.as_bytes(), &Signature::from_bytes(&bytes)).is_ok())
            }
            Self::Ssh(key) => ssh_verifies(key, statement, signature),
        }
    }
}

impl KeyFile {
    /// # Errors
    /// A file that holds no key, or `ssh-keygen` does not sign with it.
    pub fn sign(&self, statement: &str) -> Result<String, ReviewError> {
        match self {
            Self::Ed25519(file) => {
                let text =
                    std::fs::read_to_string(file).map_err(|e| ReviewError::Key(format!("{}: {e}", file.display())))?;
                let mut secret = [0u8; 32];
                let read = text.trim().strip_prefix(SECRET).map(|digits| hex::decode_to_slice(digits, &mut secret));
                if !matches!(read, Some(Ok(()))) {
                    let what = "this is no key that `depthgauge review keygen` wrote";
                    return Err(ReviewError::Key(format!("{}: {what}", file.display())));
                }
                let signature = SigningKey::from_bytes(&secret).sign(statement.as_bytes());
                Ok(format!("{PUBLIC}{}", hex::encode(signature.to_bytes())))
            }
            Self::Ssh(file) => ssh_sign(file, statement),
        }
    }
}

fn ssh_sign(key: &Path, statement: &str) -> Result<String, ReviewError> {
    let mut command = Command::new("ssh-keygen");
    command.args(["-Y", "sign", "-q", "-n", NAMESPACE, "-f"]).arg(key);
    let output = run(command, statement)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() || !text.starts_with("-----BEGIN SSH SIGNATURE-----") {
        let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(ReviewError::Key(format!("{}: ssh-keygen did not sign ({why})", key.display())));
    }
    Ok(text)
}

fn ssh_verifies(key: &str, statement: &str, signature: &str) -> Result<bool, ReviewError> {
    if !signature.starts_with("-----BEGIN SSH SIGNATURE-----") {
        return Ok(false);
    }
    let failed = |e: std::io::Error| ReviewError::Key(format!("no temporary folder ({e})"));
    let folder = tempfile::tempdir().map_err(failed)?;
    let (allowed, signed) = (folder.path().join("allowed"), folder.path().join("signature"));
    std::fs::write(&allowed, format!("approver namespaces=\"{NAMESPACE}\" {key}\n")).map_err(failed)?;
    std::fs::write(&signed, signature).map_err(failed)?;
    let mut command = Command::new("ssh-keygen");
    command.args(["-Y", "verify", "-q", "-n", NAMESPACE, "-I", "approver", "-f"]).arg(&allowed).arg("-s").arg(&signed);
    Ok(run(command, statement)?.status.success())
}

fn run(mut command: Command, input: &str) -> Result<std::process::Output, ReviewError> {
    let failed = |e: std::io::Error| ReviewError::Key(format!("ssh-keygen cannot be run ({e})"));
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // One that reads nothing has its reasons on stderr.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_of_one_key_and_one_statement() {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("key");
        let (secret, public) = generate().expect("key");
        let (_, other) = generate().expect("key");
        std::fs::write(&file, secret).expect("file");
        let signature = KeyFile::Ed25519(file.clone()).sign("statement").expect("signature");
        let [public, other] = [public, other].map(|text| PublicKey::parse(&text).expect("key"));
        assert!(public.verifies("statement", &signature).expect("verified"));
        assert!(!public.verifies("statement ", &signature).expect("verified"));
        assert!(!other.verifies("statement", &signature).expect("verified"));
        assert!(!public.verifies("statement", "ed25519:00").expect("verified"));
        std::fs::write(&file, "something else").expect("file");
        assert!(KeyFile::Ed25519(file).sign("statement").is_err());
    }

    #[test]
    fn keys_of_other_shapes_are_refused() {
        for bad in ["", "ed25519:00", "ssh-ed25519", "ssh-ed25519 AA\"BB", "rsa AAAA"] {
            assert!(PublicKey::parse(bad).is_err(), "{bad}");
        }
        // One line, whatever is written: nothing gets into a file of allowed keys.
        assert_eq!(PublicKey::parse("ssh-ed25519\nx AAAA y\nz").expect("key"), PublicKey::Ssh("ssh-ed25519 x".into()));
        assert_eq!(
            PublicKey::parse("ssh-ed25519 AAAA me@host").expect("key"),
            PublicKey::Ssh("ssh-ed25519 AAAA".into())
        );
    }
}
