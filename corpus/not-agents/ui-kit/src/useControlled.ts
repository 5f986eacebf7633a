import { useCallback, useState } from "react";

/** State that the caller may hold, or leave to the component. */
export function useControlled<T>(value: T | undefined, initial: T, onChange?: (value: T) => void) {
  const [own, setOwn] = useState(initial);
  const current = value === undefined ? own : value;
  const set = useCallback(
    (next: T) => {
      if (value === undefined) {
        setOwn(next);
      }
      onChange?.(next);
    },
    [value, onChange],
  );
  return [current, set] as const;
}
