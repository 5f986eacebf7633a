package lead

import "errors"

func assign(worker Worker, row Row) error {
	if worker.SafetyLevel > row.MaxLevel { // expect: level-ceiling
		return errors.New("refused")
	}
	if logger.Level > zap.InfoLevel { // ok: level-ceiling
		return nil
	}
	return nil
}
