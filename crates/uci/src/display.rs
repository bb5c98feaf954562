//! The commands `d` and `eval`: the position for people and tests.

use super::score::to_uci_centipawns;
use makruk::formations;
use makruk::game::Game;
use makruk::notation::fen;
use makruk::notation::pgn::ending::Cause;
use makruk::position::Position;
use makruk::types::{Color, Square};
use sakdi_engine::Score;
use sakdi_engine::eval::{self, NetExplanation, nnue::Net};
use sakdi_i18n::{Language, Localized, Phrase, TextStyle};

/// The board, then one fact per line. Programs parse the first three facts and the result: in
/// English the result is a keyword, with the sentence below it.
pub(super) fn describe(game: &Game, style: TextStyle) -> String {
    let position = game.position();
    let language = style.language;
    let checkers: String =
        position.checkers().map(|square| format!(" {}", style.square(square))).collect();
    let outcome = game.outcome();
    let verdict = match (language, outcome) {
        (_, None) => language.text(Phrase::Ongoing).to_owned(),
        (Language::English, Some(outcome)) => {
            format!(
                "{}\n{}",
                Cause::from(outcome).word(),
                language.sentence(&outcome.say(language))
            )
        }
        (Language::Thai, Some(outcome)) => outcome.say(language),
    };
    let count = position.count_status().say(language);
    let formations = formations::classify(game.start(), game.moves());
    let opening = sakdi_i18n::formation_names(formations, language)
        .map_or_else(String::new, |name| format!("{}: {name}\n", language.text(Phrase::Opening)));
    format!(
        "{}Fen: {}\nKey: {:016X}\n{}:{checkers}\n{}: {verdict}\n{opening}{count}\n",
        board(position, style),
        fen::format(position),
        position.key(),
        language.text(Phrase::Checkers),
        language.text(Phrase::Result),
    )
}

/// The board from White's side; a bia ngai has a `~`, as in FEN.
fn board(position: &Position, style: TextStyle) -> String {
    const RULE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut board = RULE.to_owned();
    for rank in (0..8).rev() {
        board += " |";
        for file in 0..8 {
            let square = Square::new(file, rank);
            let man = position.piece_at(square).zip(position.color_at(square));
            let letter = man.map_or(' ', |(piece, color)| piece.fen_letter(color));
            let mark = if position.promoted().contains(square) { '~' } else { ' ' };
            board += &format!(" {letter}{mark}|");
        }
        board += &format!(" {}\n{RULE}", style.rank(rank));
    }
    let files: Vec<String> = (0..8).map(|file| style.file(file)).collect();
    format!("{board}   {}\n\n", files.join("   "))
}

/// The static evaluation by groups of terms, then by the net, then the value that the search uses.
pub(super) fn explain(
    position: &Position,
    (net, is_used): (&Net, bool),
    style: TextStyle,
) -> String {
    let language = style.language;
    let explanation = eval::explain(position);
    let [unit, white, black, lead] =
        [Phrase::Centipawns, Phrase::White, Phrase::Black, Phrase::Lead]
            .map(|phrase| language.text(phrase));
    let right = |text: &str, width| sakdi_i18n::pad_left(text, width);
    let mut text = sakdi_i18n::pad_right(unit, 32);
    text += &(right(white, 8) + &right(black, 8) + &right(lead, 8) + "\n");
    for (group, [white, black]) in explanation.groups {
        let name = sakdi_i18n::pad_right(&group.say(language), 32);
        let [white, black, lead] = [white, black, white - black].map(to_uci_centipawns);
        text += &format!("{name}{white:>8}{black:>8}{lead:>+8}\n");
    }
    let row = |phrase: Phrase, sum: Score| {
        let (name, sum) =
            (sakdi_i18n::pad_right(language.text(phrase), 48), to_uci_centipawns(sum));
        format!("{name}{sum:>+8}\n")
    };
    text += &row(Phrase::WithoutCount, explanation.without_count);
    text += &row(Phrase::WhitesAdvantage, explanation.white);
    let learned = eval::explain_net(net, position);
    text += &format!("\n{}\n\n", language.text(Phrase::NetWorth));
    text += &net_board(position, &learned, style);
    text += &row(Phrase::NetWithoutCount, learned.without_count);
    text += &row(Phrase::NetAdvantage, learned.white);
    let white = if is_used { learned.white } else { explanation.white };
    let score = if position.to_move() == Color::White { white } else { -white };
    text + &language.say(Phrase::Evaluation, &[&to_uci_centipawns(score)]) + "\n"
}

/// The board from White's side, with the value of each man by the net: how much White's advantage
/// shrinks without its inputs.
fn net_board(position: &Position, learned: &NetExplanation, style: TextStyle) -> String {
    let rule = format!(" {}+\n", "+-------".repeat(8));
    let mut board = rule.clone();
    for rank in (0..8).rev() {
        let squares = (0..8).map(|file| Square::new(file, rank));
        let (mut men, mut values) = (String::new(), String::new());
        for square in squares {
            let man = position.piece_at(square).zip(position.color_at(square));
            let letter = man.map_or(' ', |(piece, color)| piece.fen_letter(color));
            let value = learned.men.iter().find(|(at, _)| *at == square);
            let value = value
                .map_or(String::new(), |(_, value)| format!("{:+}", to_uci_centipawns(*value)));
            men += &format!("|{letter:^7}");
            values += &format!("|{value:^7}");
        }
        board += &format!(" {men}| {}\n {values}|\n{rule}", style.rank(rank));
    }
    let files: Vec<String> = (0..8).map(|file| style.file(file)).collect();
    format!("{board}     {}\n\n", files.join("       "))
}
