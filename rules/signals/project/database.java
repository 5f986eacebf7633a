import java.sql.Connection; // expect: database
import java.util.List; // ok: database
