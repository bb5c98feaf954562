//! The players of a base.

use crate::names::folded;
use crate::{BaseError, GameBase};

/// A player, and how many games the base has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name as it was first written.
    pub name: String,
    /// Number of games.
    pub games: u64,
}

impl GameBase {
    /// The players whose name holds this text, those with most games first. If it is somebody's whole name,
    /// that player alone.
    ///
    /// # Errors
    /// The base cannot be read.
    pub fn players(&self, text: &str) -> Result<Vec<Player>, BaseError> {
        let select = "SELECT name, folded, (SELECT count(*) FROM games WHERE white = players.id)
                      + (SELECT count(*) FROM games WHERE black = players.id AND white <> black)
                      FROM players WHERE name <> '?' AND instr(folded, ?1) > 0 ORDER BY 3 DESC, name";
        let wanted = folded(text);
        let mut statement = self.connection.prepare(select)?;
        let mut rows = statement.query([&wanted])?;
        let mut players = Vec::new();
        while let Some(row) = rows.next()? {
            let player = Player { name: row.get(0)?, games: row.get(2)? };
            if row.get::<_, String>(1)? == wanted {
                return Ok(vec![player]);
            }
            players.push(player);
        }
        Ok(players)
    }
}
