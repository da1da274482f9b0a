// flags: -fopenmp
// Teams of a league: what was done before it and behind it is apart from what they do; the teams are not from each other.
static int table[64], sum;

int main(void) {
  for (int i = 0; i < 64; i++) table[i] = i; // no race
#pragma omp teams num_teams(2)
  {
#pragma omp distribute parallel for
    for (int i = 0; i < 64; i++) table[i]++; // no race
    sum++; // missed: a league is taken for one team
  }
  for (int i = 0; i < 64; i++) sum += table[i]; // no race
  return sum; // no race
}
