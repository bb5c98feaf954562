use sakdi::position::Position;
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let p = Position::start(Default::default(), Default::default());
    println!("size {}", size_of::<Position>());
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let n = sakdi::perft::perft(&p, d);
        let e = t.elapsed().as_secs_f64();
        println!("{n} {e:.3} {:.1} Mnps", n as f64 / e / 1e6);
    }
}
