//! The tables that are part of the program, as `sakdi tables build` writes them: khun and one or
//! two men against a bare khun. The tests build them again and compare.

/// The files of the tables.
#[cfg(feature = "embedded-tables")]
pub(super) const FILES: &[&[u8]] = &[
    include_bytes!("embedded/KRvK.skt"),
    include_bytes!("embedded/KNvK.skt"),
    include_bytes!("embedded/KSvK.skt"),
    include_bytes!("embedded/KMvK.skt"),
    include_bytes!("embedded/KPvK.skt"),
    include_bytes!("embedded/KRRvK.skt"),
    include_bytes!("embedded/KRNvK.skt"),
    include_bytes!("embedded/KRSvK.skt"),
    include_bytes!("embedded/KRMvK.skt"),
    include_bytes!("embedded/KRPvK.skt"),
    include_bytes!("embedded/KNNvK.skt"),
    include_bytes!("embedded/KNSvK.skt"),
    include_bytes!("embedded/KNMvK.skt"),
    include_bytes!("embedded/KNPvK.skt"),
    include_bytes!("embedded/KSSvK.skt"),
    include_bytes!("embedded/KSMvK.skt"),
    include_bytes!("embedded/KSPvK.skt"),
    include_bytes!("embedded/KMMvK.skt"),
    include_bytes!("embedded/KMPvK.skt"),
    include_bytes!("embedded/KPPvK.skt"),
];

/// None.
#[cfg(not(feature = "embedded-tables"))]
pub(super) const FILES: &[&[u8]] = &[];
