//! The endgame tables that are part of Sakdi, as data. `sakdi_engine::tablebase` reads them.

#![deny(missing_docs)]

/// The files, as `sakdi tables build` writes them: khun and one or two men against a bare khun. The
/// tests build them again and compare.
pub const FILES: &[&[u8]] = &[
    include_bytes!("../data/KRvK.skt"),
    include_bytes!("../data/KNvK.skt"),
    include_bytes!("../data/KSvK.skt"),
    include_bytes!("../data/KMvK.skt"),
    include_bytes!("../data/KPvK.skt"),
    include_bytes!("../data/KRRvK.skt"),
    include_bytes!("../data/KRNvK.skt"),
    include_bytes!("../data/KRSvK.skt"),
    include_bytes!("../data/KRMvK.skt"),
    include_bytes!("../data/KRPvK.skt"),
    include_bytes!("../data/KNNvK.skt"),
    include_bytes!("../data/KNSvK.skt"),
    include_bytes!("../data/KNMvK.skt"),
    include_bytes!("../data/KNPvK.skt"),
    include_bytes!("../data/KSSvK.skt"),
    include_bytes!("../data/KSMvK.skt"),
    include_bytes!("../data/KSPvK.skt"),
    include_bytes!("../data/KMMvK.skt"),
    include_bytes!("../data/KMPvK.skt"),
    include_bytes!("../data/KPPvK.skt"),
];

/// SHA-256 of the files that `sakdi tables build` writes, these and larger ones: a checksum, two spaces
/// and the name of a file in each line, as `sha256sum` writes and checks them.
pub const CHECKSUMS: &str = include_str!("../SHA256SUMS");
