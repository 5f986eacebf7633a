import org.springframework.web.bind.annotation.RestController; // expect: http-server
import java.util.List; // ok: http-server
