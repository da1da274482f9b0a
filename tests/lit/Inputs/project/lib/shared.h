void count(void);
void log_message(const char* text);
void plug(void);
