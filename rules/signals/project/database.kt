import org.jetbrains.exposed.sql.Database // expect: database
import desk.Shelf // ok: database
