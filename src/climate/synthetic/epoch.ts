/** Added to numbers of days, hours and runs since 1970: addresses of random numbers are not negative. */
export const EPOCH = 0x8000_0000;
