// SPDX-License-Identifier: BSD-2-Clause
//
// Declares the basic operations of the Number type of a code generator.
Number operator+(const Number& a, const Number& b);
Number operator-(const Number& a, const Number& b);
Number operator*(const Number& a, const Number& b);
Number operator/(const Number& a, const Number& b);
Mask operator<(const Number& a, const Number& b);
Mask operator<=(const Number& a, const Number& b);
inline Mask operator>(const Number& a, const Number& b) { return b < a; }
inline Mask operator>=(const Number& a, const Number& b) { return b <= a; }
Mask operator==(const Number& a, const Number& b);

Number min(const Number& a, const Number& b);
Number max(const Number& a, const Number& b);
Number abs(const Number& a);
Number floor(const Number& a);
Number ceil(const Number& a);
Number round(const Number& a);
Number trunc(const Number& a);
Number square_root(const Number& a);
Number multiply_add(const Number& a, const Number& b, const Number& c);
Number where(const Mask& condition, const Number& a, const Number& b);
Mask both(const Mask& a, const Mask& b);
inline bool all(const Mask&) { return false; }
Number with_sign_of(const Number& magnitude, const Number& sign);
void split_exponent(const Number& x, Number* mantissa, Number* exponent);
Number times_exp2(const Number& x, const Number& n);
