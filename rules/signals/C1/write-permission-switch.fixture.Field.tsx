export function Field({ text, readOnly = false }: { text: string; readOnly?: boolean }) { // ok: write-permission-switch
  return <input value={text} readOnly={readOnly} />;
}
