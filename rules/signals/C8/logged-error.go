package desk

import (
	"fmt"
	"log"
	"os"
)

func report(err error) {
	log.Printf("cannot load: %v", err) // expect: logged-error
	fmt.Fprintln(os.Stderr, "desk:", err) // expect: logged-error
	log.Printf("cannot load") // ok: logged-error
}
