//! What follows from levels, statuses and caps alone: points, raw, scores, the counted mechanism, total, band.

use super::{CardData, Criterion, Parameters};
use crate::score::{self, Applicable, Band, Confidence, Millis};

/// Writes them anew. Levels, caps and texts stay as they are.
pub fn figures(card: &mut CardData) {
    let scores: Vec<Millis> = card.criteria.iter_mut().map(criterion).collect();
    let total = score::total(scores.iter().copied());
    card.score = total.as_f64();
    card.max_score = 10.0;
    card.band = Band::of(total).into();
    let scored = card.criteria.iter().zip(&scores).filter(|(criterion, _)| !criterion.is_absent());
    let count = u32::try_from(scored.clone().count()).unwrap_or_default();
    card.applicable = Applicable { count, score: scored.map(|(_, score)| *score).sum() }.into();
    for fix in &mut card.fixes {
        fix.estimated_gain = score::gain(fix.parameter, fix.from_level, fix.to_level).as_f64();
    }
}

fn criterion(criterion: &mut Criterion) -> Millis {
    criterion.parameters.iter_mut().for_each(points);
    let mut of = [None, None];
    for m in &mut criterion.mechanisms {
        points(&mut m.parameters);
        let known = m.cap.as_ref().and_then(|cap| cap.id.known());
        if let (Some(cap), Some(known)) = (&mut m.cap, known) {
            cap.max = score::max_of(known).as_f64();
        }
        let raw = score::raw(m.parameters.levels());
        let capped = score::capped(raw, known);
        (m.raw, m.score) = (raw.as_f64(), capped.as_f64());
        m.confidence = Confidence::of(m.parameters.inferred());
        of[m.kind as usize] = Some(capped);
    }
    if criterion.is_absent() {
        criterion.score = Millis::FULL.as_f64();
        return Millis::FULL;
    }
    let [default, alt] = of;
    if !criterion.mechanisms.is_empty() {
        criterion.counted = score::counted(default.unwrap_or_default(), alt);
    }
    if let Some((confidence, cap)) = criterion.mechanism(criterion.counted).map(|m| (m.confidence, m.cap.clone())) {
        criterion.confidence = confidence;
        if let (Some(own), Some(counted)) = (&mut criterion.cap, cap)
            && own.id == counted.id
        {
            own.max = counted.max;
        }
    }
    let score = default.max(alt).unwrap_or_default();
    criterion.score = score.as_f64();
    score
}

fn points(parameters: &mut Parameters) {
    for (p, rating) in parameters.iter_mut() {
        rating.weight = Millis(p.per_level() * 4).as_f64();
        rating.points = score::points(p, rating.level).as_f64();
    }
}
