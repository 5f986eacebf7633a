package desk;

import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

class Desk {
  // route: spring http get "/books" ->books in books
  @GetMapping("/books")
  List<Book> books() {
    return shelf;
  }

  // route: spring http post "/orders" ->order in order
  @PostMapping("/orders")
  void order(Order order) {}

  // route: spring schedule ->tick in tick
  @Scheduled(fixedRate = 5000)
  void tick() {}

  // route: spring queue "orders" ->heard in heard
  @KafkaListener(topics = "orders")
  void heard(String text) {}
}
