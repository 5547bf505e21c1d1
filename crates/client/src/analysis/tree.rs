//! The moves of an analysis: a main line, and variations wherever another move was tried.

use rules::{Game, MoveError};

/// More moves than anybody looks through; an address may hold anything.
const MOST_MOVES: usize = 4000;
/// Variations within variations.
const MOST_NESTED: usize = 20;

/// A place in the tree; 0 is the start.
pub(super) type Place = usize;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    text: String,
    parent: Place,
    /// The moves played here, the main line's first.
    next: Vec<Place>,
}

/// The moves, and which of them is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    /// Deleted nodes stay here, but nothing leads to them.
    nodes: Vec<Node>,
    shown: Place,
}

/// Moves in a row, without a variation between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// 0 for the main line, 1 for its variations and so on.
    pub(super) depth: usize,
    /// The number of the first move, counted from 0.
    pub(super) ply: usize,
    /// The moves with their places.
    pub(super) moves: Vec<(Place, String)>,
}

impl Tree {
    /// No moves.
    pub(super) fn new() -> Tree {
        let start = Node {
            text: String::new(),
            parent: 0,
            next: Vec::new(),
        };
        Tree {
            nodes: vec![start],
            shown: 0,
        }
    }

    /// Reads [`to_text`](Self::to_text), up to the first move that cannot be played and why not.
    pub(super) fn read<G: Game>(start: G, text: &str) -> (Tree, Option<MoveError>) {
        let mut tree = Tree::new();
        let mut positions = vec![start];
        let (mut here, mut before) = (0, Vec::new());
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            match word {
                "(" if before.len() < MOST_NESTED => {
                    before.push(here);
                    here = tree.nodes[here].parent;
                }
                ")" => here = before.pop().unwrap_or(here),
                _ if tree.nodes.len() > MOST_MOVES => break,
                _ => {
                    let mut position = positions[here];
                    let played = position.parse_move(word).and_then(|mv| {
                        let text = position.move_text(mv);
                        position.play(mv).map(|()| text)
                    });
                    match played {
                        Ok(text) => here = tree.child(here, &text),
                        Err(error) => return (tree, Some(error)),
                    }
                    positions.resize(tree.nodes.len(), position);
                }
            }
        }
        (tree, None)
    }

    /// The moves as text, a variation in brackets behind the move that it replaces: `a5b5 a1b1 ( a1b2 ) b5a5`.
    pub(super) fn to_text(&self) -> String {
        let mut words: Vec<&str> = Vec::new();
        self.write(0, &mut words);
        words.join(" ")
    }

    fn write<'a>(&'a self, from: Place, words: &mut Vec<&'a str>) {
        let mut here = from;
        while let [first, others @ ..] = &self.nodes[here].next[..] {
            words.push(&self.nodes[*first].text);
            for other in others {
                words.extend(["(", &self.nodes[*other].text]);
                self.write(*other, words);
                words.push(")");
            }
            here = *first;
        }
    }

    /// The place that is shown.
    pub(super) fn shown(&self) -> Place {
        self.shown
    }

    /// How many moves lead to a place.
    pub(super) fn ply(&self, place: Place) -> usize {
        self.path(place).len()
    }

    /// The places on the way to a place, itself the last.
    fn path(&self, place: Place) -> Vec<Place> {
        let mut path = Vec::new();
        let mut here = place;
        while here != 0 {
            path.push(here);
            here = self.nodes[here].parent;
        }
        path.reverse();
        path
    }

    /// The line through a place: the moves to it and the first ones after it.
    pub(super) fn line(&self, place: Place) -> Vec<String> {
        let mut path = self.path(place);
        let mut here = place;
        while let Some(&next) = self.nodes[here].next.first() {
            path.push(next);
            here = next;
        }
        path.into_iter()
            .map(|place| self.nodes[place].text.clone())
            .collect()
    }

    /// Goes along moves, adding what is new, and shows the place after so many of them.
    pub(super) fn follow(&mut self, moves: &[String], shown: usize) {
        let mut here = 0;
        self.shown = 0;
        for (ply, text) in moves.iter().enumerate() {
            here = self.child(here, text);
            if ply + 1 == shown {
                self.shown = here;
            }
        }
    }

    fn child(&mut self, parent: Place, text: &str) -> Place {
        let found = self.nodes[parent]
            .next
            .iter()
            .find(|next| self.nodes[**next].text == text);
        if let Some(&found) = found {
            return found;
        }
        let place = self.nodes.len();
        self.nodes.push(Node {
            text: text.to_owned(),
            parent,
            next: Vec::new(),
        });
        self.nodes[parent].next.push(place);
        place
    }

    /// The last place on the way to this one where it left the line before.
    fn branch(&self, place: Place) -> Option<Place> {
        let leaves = |place: &Place| self.nodes[self.nodes[*place].parent].next.first() != Some(place);
        self.path(place).into_iter().rfind(leaves)
    }

    /// Whether a place is in a variation.
    pub(super) fn is_variation(&self, place: Place) -> bool {
        self.branch(place).is_some()
    }

    /// Makes the variation of a place the line from which it branched.
    pub(super) fn promote(&mut self, place: Place) {
        if let Some(branch) = self.branch(place) {
            let parent = self.nodes[branch].parent;
            let next = &mut self.nodes[parent].next;
            next.retain(|other| *other != branch);
            next.insert(0, branch);
        }
    }

    /// Deletes a move and what follows it; what was shown there is shown no more.
    pub(super) fn delete(&mut self, place: Place) {
        if place == 0 {
            return;
        }
        let parent = self.nodes[place].parent;
        if self.path(self.shown).contains(&place) {
            self.shown = parent;
        }
        self.nodes[parent].next.retain(|other| *other != place);
    }

    /// The moves as they are shown: runs of the main line with their variations between them.
    pub(super) fn runs(&self) -> Vec<Run> {
        let mut runs = Vec::new();
        if let Some(&first) = self.nodes[0].next.first() {
            self.add_runs(first, 0, 0, &mut runs);
        }
        runs
    }

    fn add_runs(&self, first: Place, depth: usize, first_ply: usize, runs: &mut Vec<Run>) {
        let run = |ply| Run {
            depth,
            ply,
            moves: Vec::new(),
        };
        let (mut here, mut ply, mut open) = (first, first_ply, run(first_ply));
        loop {
            let node = &self.nodes[here];
            open.moves.push((here, node.text.clone()));
            let siblings = &self.nodes[node.parent].next;
            // The first of a variation is itself one of the others there.
            if siblings.len() > 1 && siblings[0] == here {
                runs.push(std::mem::replace(&mut open, run(ply + 1)));
                for &other in &siblings[1..] {
                    self.add_runs(other, depth + 1, ply, runs);
                }
            }
            ply += 1;
            match node.next.first() {
                Some(&next) => here = next,
                None => break,
            }
        }
        if !open.moves.is_empty() {
            runs.push(open);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offboard::Position;

    const TEXT: &str = "a5b5 a1b1 ( a1b2 b5c5 ( b5a5 ) ( b5b4 ) b2a1 ) ( i9h8 ) b5a5";

    fn start() -> Position {
        Position::start(rules::Standard)
    }

    fn tree() -> Tree {
        let (tree, error) = Tree::read(start(), TEXT);
        assert_eq!(error, None);
        tree
    }

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    /// The place of the last of these moves.
    fn place(tree: &mut Tree, text: &str) -> Place {
        let moves = moves(text);
        tree.follow(&moves, moves.len());
        tree.shown()
    }

    #[test]
    fn a_tree_is_read_back() {
        assert_eq!(tree().to_text(), TEXT);
        assert_eq!(Tree::read(start(), "").0, Tree::new());
        assert_eq!(tree().line(0), moves("a5b5 a1b1 b5a5"));
    }

    #[test]
    fn other_moves_become_variations_and_the_same_ones_do_not() {
        let mut tree = Tree::new();
        tree.follow(&moves("a5b5 a1b1 b5a5"), 3);
        tree.follow(&moves("a5b5 a1b1 b5a5"), 1);
        assert_eq!(
            (tree.to_text().as_str(), tree.ply(tree.shown())),
            ("a5b5 a1b1 b5a5", 1)
        );
        assert!(!tree.is_variation(tree.shown()));
        tree.follow(&moves("a5b5 a1b2"), 2);
        assert_eq!(tree.to_text(), "a5b5 a1b1 ( a1b2 ) b5a5");
        assert!(tree.is_variation(tree.shown()));
        assert_eq!(tree.line(tree.shown()), moves("a5b5 a1b2"));
        assert_eq!(
            tree.line(tree.nodes[tree.shown()].parent),
            moves("a5b5 a1b1 b5a5")
        );
    }

    #[test]
    fn a_variation_is_promoted_and_deleted() {
        let mut tree = tree();
        let inner = place(&mut tree, "a5b5 a1b2 b5b4");
        tree.promote(inner);
        assert_eq!(
            tree.to_text(),
            "a5b5 a1b1 ( a1b2 b5b4 ( b5c5 b2a1 ) ( b5a5 ) ) ( i9h8 ) b5a5"
        );
        tree.promote(inner);
        assert_eq!(
            tree.to_text(),
            "a5b5 a1b2 ( a1b1 b5a5 ) ( i9h8 ) b5b4 ( b5c5 b2a1 ) ( b5a5 )"
        );
        let before = tree.clone();
        tree.promote(inner);
        assert_eq!(tree, before, "the main line stays");
        let all = place(&mut tree, "a5b5 a1b2");
        place(&mut tree, "a5b5 a1b2 b5c5 b2a1");
        tree.delete(all);
        assert_eq!(tree.to_text(), "a5b5 a1b1 ( i9h8 ) b5a5");
        assert_eq!(tree.line(tree.shown()), moves("a5b5 a1b1 b5a5"));
        tree.delete(0);
        assert_eq!(tree.ply(tree.shown()), 1);
    }

    #[test]
    fn runs_are_broken_where_variations_stand() {
        let shown: Vec<(usize, usize, String)> = tree()
            .runs()
            .into_iter()
            .map(|run| {
                let texts: Vec<String> = run.moves.into_iter().map(|(_, text)| text).collect();
                (run.depth, run.ply, texts.join(" "))
            })
            .collect();
        let expected = [
            (0, 0, "a5b5 a1b1"),
            (1, 1, "a1b2 b5c5"),
            (2, 2, "b5a5"),
            (2, 2, "b5b4"),
            (1, 3, "b2a1"),
            (1, 1, "i9h8"),
            (0, 2, "b5a5"),
        ];
        assert_eq!(
            shown,
            expected.map(|(depth, ply, text)| (depth, ply, text.to_owned()))
        );
        assert_eq!(Tree::new().runs(), Vec::new());
    }

    #[test]
    fn nonsense_is_read_up_to_its_first_move() {
        let brackets = "( ".repeat(50);
        for (text, kept) in [
            ("a5b5 a5b5 a1b1", "a5b5"),
            (") ) a5b5 )", "a5b5"),
            ("a5b5 ( ( x", "a5b5"),
            ("é", ""),
            (brackets.as_str(), ""),
        ] {
            assert_eq!(Tree::read(start(), text).0.to_text(), kept, "{text}");
        }
        assert!(Tree::read(start(), "a5b5 a5b5").1.is_some());
        let long = "a5a4 a1a2 a4a5 a2a1 ".repeat(2000);
        assert!(Tree::read(start(), &long).0.line(0).len() <= MOST_MOVES + 1);
    }
}
