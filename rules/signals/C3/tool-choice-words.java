class Shelf {
  // expect: tool-choice-words
  String toolFilter = "cup";
  // ok: tool-choice-words
  String kettle = "cup";
}
