import { useEffect, useRef, type ReactNode } from "react";

export interface DialogProps {
  open: boolean;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ open, label, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) {
      return;
    }
    if (open && !dialog.open) {
      dialog.showModal();
    } else if (!open && dialog.open) {
      dialog.close();
    }
  }, [open]);
  return (
    <dialog ref={ref} aria-label={label} onCancel={onClose} onClose={onClose}>
      {open ? children : null}
    </dialog>
  );
}
