mod card;
mod facts;
