export async function approveMcpServer(name: string) { // expect: extension-consent
  return name.length > 0;
}

export async function approveOrder(name: string) { // ok: extension-consent
  return name.length > 0;
}

// ok: extension-consent
async function handleConfirmDeleteSkill(): Promise<void> {
}

export async function showExtensionConfirm(title: string): Promise<boolean> { // ok: extension-consent
  return ask(title);
}
