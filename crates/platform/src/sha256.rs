//! SHA-256 hashes, which identify files.

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// The SHA-256 hash of `bytes`.
pub fn hash(bytes: &[u8]) -> Hash {
    hmac_sha256::Hash::hash(bytes)
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
