import { useId, useState, type KeyboardEvent } from "react";

import { useControlled } from "./useControlled.js";

export interface ComboboxProps {
  options: string[];
  value?: string;
  onChange?: (value: string) => void;
  label: string;
}

export function matching(options: string[], text: string): string[] {
  const wanted = text.trim().toLowerCase();
  return wanted ? options.filter((option) => option.toLowerCase().includes(wanted)) : options;
}

export function Combobox({ options, value, onChange, label }: ComboboxProps) {
  const list = useId();
  const [text, setText] = useControlled(value, "", onChange);
  const [active, setActive] = useState(-1);
  const shown = matching(options, text);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown") {
      setActive((index) => Math.min(index + 1, shown.length - 1));
    } else if (event.key === "ArrowUp") {
      setActive((index) => Math.max(index - 1, 0));
    } else if (event.key === "Enter" && shown[active] !== undefined) {
      setText(shown[active]);
    }
  }
  return (
    <div>
      <input
        role="combobox"
        aria-label={label}
        aria-controls={list}
        aria-expanded={shown.length > 0}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox">
        {shown.map((option, index) => (
          <li key={option} role="option" aria-selected={index === active} onClick={() => setText(option)}>
            {option}
          </li>
        ))}
      </ul>
    </div>
  );
}
