export const Panel = () => <Slider maxSteps={4} />; // ok: step-cap
export const shown = { maxSteps: 4 }; // ok: step-cap
