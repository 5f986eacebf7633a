using OpenAI.Chat; // expect: model-library
using System.Text; // ok: model-library
