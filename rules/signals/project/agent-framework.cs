using Microsoft.SemanticKernel; // expect: agent-framework
using System.Text; // ok: agent-framework
