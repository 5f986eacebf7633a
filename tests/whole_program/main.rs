mod card;
