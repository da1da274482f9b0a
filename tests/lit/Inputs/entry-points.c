static int packets;

void on_packet(int length) { packets += length; }
