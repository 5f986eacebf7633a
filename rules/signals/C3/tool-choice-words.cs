class Shelf {
  // expect: tool-choice-words
  string toolFilter = "cup";
  // ok: tool-choice-words
  string kettle = "cup";
}
