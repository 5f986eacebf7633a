import io.ktor.server.application.Application // expect: http-server
import desk.Shelf // ok: http-server
