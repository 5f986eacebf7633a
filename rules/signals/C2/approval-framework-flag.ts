export const guarded = tool({ description: 'Delete a note', needsApproval: true }); // expect: approval-framework-flag
export const plain = note({ description: 'Read a note' }); // ok: approval-framework-flag
