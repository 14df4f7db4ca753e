/* How often this process has taken memory from the heap. */
unsigned long counting_allocations(void);
